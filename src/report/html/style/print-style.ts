// Styles for printing. Closed clauses stay closed, to save paper.

export const printStyle = `
@media print {
  :root, :root[data-appearance] { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  form, .skip, .columns > nav, .copy, .scripted .copy, .appearance, .tools { display: none !important; }
  .columns, .overview { display: block; }
  .overview > * { margin-bottom: 1rem; }
  .clause { content-visibility: visible; }
  .failure h3, .exchange, tr, .strip, .picture { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  pre { max-height: none !important; overflow: visible; border: 1px solid var(--line); }
  .wide, .picture details .wide { overflow: visible; max-height: none; }
  .matrix th, .cell a { font-size: 6.25pt; padding: .125rem; } .matrix thead th, .matrix tbody th { min-width: 0; } .matrix tbody th { position: static; }
  .chart { min-width: 0; }
  a { color: inherit; }
  .pictures { display: block; } .picture { margin-bottom: 1.5rem; }
}
`
