// Write modes: how much a run may change.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]
