/** The name of the product, in one place, so that an operator can re-brand it. */
export const product = {
  name: 'Gridloom',
  description: 'AI and rendering compute supercloud, beta',
  version: '0.1.0',
} as const
