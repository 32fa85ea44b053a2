// A loader hook for Node.js. GitHub's parser needs it, because the parser imports JSON without the import
// attribute, which only bundlers allow.
export const load = (url, context, next) =>
  /@actions\/workflow-parser\/.*\.json$/.test(url)
    ? next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } })
    : next(url, context)
