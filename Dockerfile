# Builds an image of the checker. `--target serve` builds an image that serves the reference tenant as a mock.
# Both images run without root, and never write to the files of the program.
FROM node:22.21.1-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
COPY suites ./suites
# The build reads these folders, for example to compile validators for the contract and the profiles.
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
# The link lets the shell of a CI job call the program by its name. The user `node` owns the folder of the reports,
# so this user also owns a new volume for this folder.
RUN chmod a+rx /app/dist/src/cli/main.js \
  && ln -s /app/dist/src/cli/main.js /usr/local/bin/tenant-conformance \
  && mkdir -p /work/reports \
  && chown -R node:node /work
USER node
WORKDIR /work
# Node.js is the first process of the container and receives the stop signal, so a stopped run can clean up.
# Without `--`, Node.js would read options such as --env-file as its own options.
ENTRYPOINT ["node", "--", "/app/dist/src/cli/main.js"]

FROM base AS serve
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/__ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["serve", "--host", "0.0.0.0", "--port", "3000"]

FROM base AS run
VOLUME ["/work/reports"]
CMD ["run"]
