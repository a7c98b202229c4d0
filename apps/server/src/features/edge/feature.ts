import { disposing } from '../../platform/disposing.ts'
import type { Feature } from '../../platform/feature.ts'
import { createEdgeState } from './create-edge-state.ts'
import type { EdgeCtx } from './ctx.ts'
import { startEdge } from './start-edge.ts'

/** The edge process: it carries the bytes between users and instances, so that the control plane does not. */
export const edgeFeature: Feature<EdgeCtx, Pick<EdgeCtx, 'edge'>> = {
  name: 'edge',
  services: async (parts) => ({ adapters: { edge: await createEdgeState(parts) } }),
  start: (ctx) => {
    const { options } = ctx.edge
    return options === null ? disposing() : startEdge(ctx, options)
  },
}
