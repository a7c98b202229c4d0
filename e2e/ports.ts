/** The port of the product under test, different from the default one. */
export const productPort = 3190
/** The port of the test issuer that users sign in with. */
export const issuerPort = 3191
/** The port of the relay that stands in for the exchange wallet's. */
export const relayPort = 3192
/** The port of the relay that stands in for WalletConnect's. */
export const walletConnectPort = 3193
/** The port of the chain on which test dollars are deposited, and the one that answers once it is ready. */
export const chainPort = 3194
export const chainReadyPort = 3195
/** The ports of the product whose clock is turned, of the servers of its channels, and of its stand-in of Stripe. */
export const growthPort = 3197
export const blueskyPort = 3198
export const mastodonPort = 3199
export const growthStripePort = 3200
/** The port of the stand-in of Stripe, which is its page for payments too. */
export const stripePort = 3196
