import { ApiError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import { limits } from '@gridloom/contract/core/constants'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { formatMoneyExact } from '../../../ui/format/money.ts'

const pageOfFrames = 1_000

/** Accepts all held pictures for the shown sum; if the sum has changed, accepts none. The panel shows the error. */
export function useAcceptHeld({ taskId: id, frames_held_micro_usd: shown }: RenderJob) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn() {
      const held = await listHeld(client, id)
      const now = costOf(held)
      if (now !== shown) throw priceChanged(shown, now)
      for (let at = 0; at < held.length; at += limits.framesPerCall)
        await accept(client, id, held.slice(at, at + limits.framesPerCall))
      return (await client.rendering.read({ params: { id } })).job
    },
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
    onError: () => queryClient.invalidateQueries({ queryKey: keys.renderJob(id) }),
  })
}

async function listHeld(client: Client, id: RenderJobId): Promise<RenderFrame[]> {
  const held: RenderFrame[] = []
  for (;;) {
    const last = held.at(-1)
    const from = last === undefined ? {} : { from: last.number + 1 }
    const query = { ...from, limit: pageOfFrames, state: 'held' } as const
    const frames = await client.rendering.frames({ params: { id }, query })
    held.push(...frames)
    if (frames.length < pageOfFrames) return held
  }
}

function accept(client: Client, id: RenderJobId, held: readonly RenderFrame[]): Promise<RenderJob> {
  const frames = held.map(({ number }) => number)
  return client.rendering.approve({
    params: { id },
    body: { frames, held_micro_usd: costOf(held) },
  })
}

function costOf(held: readonly RenderFrame[]): MicroUsd {
  return held.reduce((sum, frame) => sum + frame.held_micro_usd, 0)
}

/** The server's own error for a single call, built here because several calls may be needed. */
function priceChanged(shown: MicroUsd, now: MicroUsd): ApiError {
  const what = 'Accepting these frames costs'
  const details = { what, shown: formatMoneyExact(shown), now: formatMoneyExact(now) }
  const { code, status, publicText: text } = new Refused('price_changed', { details })
  return new ApiError({ code, status, text })
}
