/** Bits of a letter behind two others, in the eight steps that the table of letters knows. */
export const letterLevels: readonly number[] = [0.5, 1.5, 2.5, 3.5, 5, 6.5, 8.5, 11];
