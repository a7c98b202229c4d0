import { repeat } from '@gridloom/async/repeat'
import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { UploadingCtx } from './ctx.ts'
import { claimUpload, releaseClaim, renewClaim } from './uploads-store.ts'

/** An exclusive claim on an upload: no other caller sends to it or finishes it meanwhile. */
export interface UploadClaim extends AsyncDisposable {
  readonly id: RenderUploadId
  /** Stands with the upload in the database: a writer that lost it changes nothing any more. */
  readonly writer: string
}

interface UploadClaimOptions {
  id: RenderUploadId
  /** Where it must be. */
  offset: number
  /** Whether something has moved since this was asked last; a claim that stands still for long is `stalled`. */
  hasMoved(): boolean
  stalled(): void
}

const lookEveryMs = 2_000
const stillLooksMax = 5
/** A killed server's claims end by themselves after this. */
const claimLifeMs = 6_000

/**
 * Takes an upload for one connection, over all replicas, and keeps it for as long as something moves. A connection that
 * died without a word gives it free within the time of a few looks.
 * @throws Refused `state_conflict` when it is at another offset, or somebody else has it
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

/** The upload has moved on; the caller should read the offset and resume from there. */
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
