import type { ErrorTexts } from '../core/error-texts.ts'

export const clustersErrors = {
  clusters_unsupported: {
    status: 409,
    text: 'The machine {machine} cannot connect instances to a cluster. Choose another one, or ask its provider to update the agent.',
  },
  instance_in_cluster: {
    status: 409,
    text: 'The instance is a node of a cluster, which it would leave.',
  },
} as const satisfies ErrorTexts
