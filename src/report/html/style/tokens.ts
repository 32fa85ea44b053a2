// The light and dark colours. Every text meets WCAG AA on all its backgrounds.

export const tokens = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fdfdfc, #141619); --card: light-dark(#ffffff, #1a1d21); --raised: light-dark(#f4f4f1, #22262b);
  --text: light-dark(#1b1d20, #e5e7ea); --quiet: light-dark(#575c64, #a7adb6);
  --line: light-dark(#dcdedf, #343a41); --focus: light-dark(#0b57d0, #a8c7fa); --link: light-dark(#174ea6, #a8c7fa);
  --pass: light-dark(#1a6b34, #74cf8f); --fail: light-dark(#a8201a, #ff9a92); --warn: light-dark(#774800, #e8b75e);
  --error: light-dark(#7a1f7a, #e5a6e5);
  --pass-ground: light-dark(#edf6ef, #182a1f); --fail-ground: light-dark(#fceceb, #3a1d1c);
  --warn-ground: light-dark(#fbf3e2, #33290f); --error-ground: light-dark(#f7ecf7, #33203a);
  --mark: light-dark(#ffe9a8, #574500); --calm: light-dark(#5f7c9c, #7f9cbd); --soft: light-dark(#c3d1df, #3d4f63);
}
:root[data-appearance="light"] { color-scheme: light; }
:root[data-appearance="dark"] { color-scheme: dark; }
.pass, .conformant { --own: var(--pass); }
.fail, .non-conformant { --own: var(--fail); }
.deviation, .inconclusive, .waived, .incomplete { --own: var(--warn); }
.error { --own: var(--error); }
.gap, .not-run, .not-applicable, .out-of-scope { --own: var(--quiet); }
.pass, .fail, .deviation, .inconclusive, .waived, .error, .gap, .not-run, .not-applicable, .out-of-scope,
.conformant, .non-conformant, .incomplete { color: var(--own); }
`
