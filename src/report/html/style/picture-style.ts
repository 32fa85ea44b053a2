// Styles of the figures.

export const pictureStyle = `
.pictures { margin-top: 1rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 52rem), 1fr)); gap: 2rem 3rem; align-items: start; }
.picture { min-width: 0; max-width: 68rem; }
.picture h3 { margin-top: 0; font-size: 1rem; }
.picture figcaption p { margin-bottom: .5rem; overflow-wrap: anywhere; }
.picture summary { color: var(--quiet); font-size: .875rem; padding: .25rem 0; }
.picture details .wide { max-height: 28rem; overflow: auto; }
.chart { display: block; width: 100%; min-width: 44rem; height: auto; font: 12px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.chart text { fill: var(--text); } .chart .axis { fill: var(--quiet); font-size: 11px; } .chart .small { font-size: 9.5px; }
.chart .strong { font-weight: 650; } .chart .mono { font: 11px ui-monospace, Menlo, Consolas, monospace; } .chart .inside { fill: var(--page); font-weight: 600; font-size: 11px; }
.chart .grid, .chart .base { stroke: var(--line); stroke-width: 1; fill: none; } .chart .phase { stroke: var(--quiet); stroke-dasharray: 2 3; }
.chart .dots circle { fill: var(--calm); opacity: .5; } .chart .middle { fill: var(--soft); } .chart .median { stroke: var(--text); stroke-width: 2.5; } .chart .tail { stroke: var(--calm); stroke-width: 2; }
.chart rect.s0 { fill: var(--error); } .chart rect.s1, .chart rect.s3 { fill: var(--quiet); } .chart rect.s2 { fill: var(--soft); } .chart rect.s4 { fill: var(--calm); } .chart rect.s5 { fill: var(--fail); }
.chart .inside.s2 { fill: var(--text); }
.chart .area { fill: var(--soft); } .chart .line { fill: none; stroke: var(--calm); stroke-width: 1.5; }
.chart .r429 { fill: var(--warn); } .chart .waiting { fill: var(--quiet); } .chart .failing { fill: var(--fail); }
.chart rect.pass, .chart rect.fail, .chart rect.error, .chart rect.deviation, .chart rect.inconclusive, .chart rect.waived, .chart rect.gap, .chart rect.not-run, .chart rect.not-applicable, .chart rect.out-of-scope { fill: var(--own); }
.chart rect.pass { fill: var(--pass-ground); stroke: var(--pass); stroke-width: 1; } .chart .inside.pass { fill: var(--pass); }
.chart .tried { fill: var(--calm); } .chart .untried { fill: none; stroke: var(--quiet); stroke-dasharray: 2 2; }
.chart .made { stroke: var(--text); stroke-width: 2; } .chart .trigger { stroke: var(--quiet); stroke-width: 1.5; } .chart .change { fill: var(--calm); } .chart .flag { fill: var(--warn); stroke: var(--warn); }
.chart .taken { fill: var(--pass); } .chart .untaken { stroke: var(--fail); stroke-width: 2; fill: none; }
`
