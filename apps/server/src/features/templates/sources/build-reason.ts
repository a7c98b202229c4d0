/** Why instructions that build an image are refused. */
export const buildReason = 'Build the image and push it to a registry; templates run an image'
