// A hook of Node.js's loader: GitHub's parser imports JSON as bundlers take it, without saying that it is.
export const load = (url, context, next) =>
  /@actions\/workflow-parser\/.*\.json$/.test(url)
    ? next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } })
    : next(url, context)
