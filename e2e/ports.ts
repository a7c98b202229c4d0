/** Where the product under test listens, away from the port that people use. */
export const productPort = 3190
/** Where the issuer listens that people sign in with. */
export const issuerPort = 3191
