# The checker, and with `--target serve` the reference tenant as a mock. Neither needs root or writes to its own files.
FROM node:22.21.1-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
COPY suites ./suites
# The build makes validators of what ships.
COPY schemas ./schemas
COPY profiles ./profiles
COPY templates ./templates
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22.21.1-bookworm-slim AS base
ENV NODE_ENV=production
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/dist /app/dist
COPY schemas /app/schemas
COPY profiles /app/profiles
COPY templates /app/templates
COPY LICENSE /app/LICENSE
# By its name in a job's shell, too. The folder of the reports belongs to the user, and so does a volume made of it.
RUN chmod a+rx /app/dist/src/cli/main.js \
  && ln -s /app/dist/src/cli/main.js /usr/local/bin/tenant-conformance \
  && mkdir -p /work/reports \
  && chown -R node:node /work
USER node
WORKDIR /work
# Node.js itself is the first process: it hears the signals, and a run that is stopped cleans up.
# Nothing after `--` is an option of Node.js, which has an --env-file of its own.
ENTRYPOINT ["node", "--", "/app/dist/src/cli/main.js"]

FROM base AS serve
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/__ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["serve", "--host", "0.0.0.0", "--port", "3000"]

FROM base AS run
VOLUME ["/work/reports"]
CMD ["run"]
