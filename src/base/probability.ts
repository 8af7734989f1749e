/** The probability with these log odds. */
export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
