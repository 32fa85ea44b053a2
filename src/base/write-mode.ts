// Write modes: what a run may change, from nothing on.

export const writeModes = ['none', 'reversible', 'destructive'] as const
export type WriteMode = (typeof writeModes)[number]
