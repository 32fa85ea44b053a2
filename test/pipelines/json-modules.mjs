// A loader hook for Node.js: GitHub's parser imports JSON without the import attribute, as bundlers allow.
export const load = (url, context, next) =>
  /@actions\/workflow-parser\/.*\.json$/.test(url)
    ? next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } })
    : next(url, context)
