import { repeat } from '@gridloom/async/repeat'
import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { UploadingCtx } from './ctx.ts'
import { claimUpload, releaseClaim, renewClaim } from './uploads-store.ts'

/** An exclusive claim on an upload: no other caller sends to it or finishes it meanwhile. */
export interface UploadClaim extends AsyncDisposable {
  readonly id: RenderUploadId
  /** A secret stored with the upload: a writer that lost the claim can change nothing any more. */
  readonly writer: string
}

interface UploadClaimOptions {
  id: RenderUploadId
  /** The offset at which the upload must be. */
  offset: number
  /** Whether anything moved since the last call; a claim without progress for several checks is `stalled`. */
  hasMoved(): boolean
  stalled(): void
}

const lookEveryMs = 2_000
const stillLooksMax = 5
/** The claims of a killed server expire after this. */
const claimLifeMs = 6_000

/**
 * Claims an upload for one connection, across all replicas, and renews the claim as long as bytes arrive. The claim of
 * a dead connection ends after a few checks.
 * @throws Refused `state_conflict` if the upload is at another offset, or another connection has claimed it
 */
export async function claim(ctx: UploadingCtx, wanted: UploadClaimOptions): Promise<UploadClaim> {
  const { id, offset } = wanted
  const writer = ctx.ids.secret()
  const now = ctx.clock.now()
  const isMine = await ctx.transact((tx) =>
    claimUpload(tx, { id, writer, offset, now, until: claimEnd(now) }),
  )
  if (!isMine) throw takenElsewhere()
  const over = new AbortController()
  const watching = watch(ctx, { ...wanted, writer, signal: over.signal })
  return {
    id,
    writer,
    async [Symbol.asyncDispose]() {
      over.abort()
      await watching
      await ctx.transact((tx) => releaseClaim(tx, { id, writer }))
    },
  }
}

/** Returns the refusal for an upload that has moved on; the client should read the offset and resume from there. */
export function takenElsewhere(): Refused {
  return new Refused('state_conflict', {
    details: { what: 'upload', state: 'at another offset, or sent by another connection' },
  })
}

async function watch(
  ctx: UploadingCtx,
  {
    id,
    writer,
    signal,
    hasMoved,
    stalled,
  }: UploadClaimOptions & { writer: string; signal: AbortSignal },
): Promise<void> {
  let stillLooks = 0
  const look = async () => {
    stillLooks = hasMoved() ? 0 : stillLooks + 1
    if (stillLooks >= stillLooksMax) return stalled()
    const until = claimEnd(ctx.clock.now())
    if (!(await ctx.transact((tx) => renewClaim(tx, { id, writer, until })))) stalled()
  }
  const failed = (error: unknown) =>
    ctx.log.error(
      { event: 'upload.claim_renewal_failed', err: error, id },
      'a claim was not renewed',
    )
  await repeat({ clock: ctx.clock, everyMs: lookEveryMs, signal, work: look, failed })
}

function claimEnd(now: Date): Date {
  return new Date(now.getTime() + claimLifeMs)
}
