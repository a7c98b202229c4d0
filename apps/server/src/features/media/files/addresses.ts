import { createHmac, timingSafeEqual } from 'node:crypto'
import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import { MediaContentId, MediaId } from '@gridloom/contract/core/ids'
import { media } from '@gridloom/contract/media/endpoints'
import type { MediaCtx } from '../ctx.ts'

/** What an address opens: the finished files of a content, or the captions of a medium. */
export type AddressSubject =
  | { readonly kind: 'content'; readonly id: MediaContentId }
  | { readonly kind: 'media'; readonly id: MediaId }

type SigningCtx = Pick<MediaCtx, 'clock' | 'mediaAddressSecret'>

const windowMs = 30 * 60_000

/** Makes the addresses of files, which work without a token until they expire. */
export interface Addresses {
  readonly expiresAt: Date
  of(subject: MediaContentId | MediaId, file: string): string
}

/**
 * Creates the addresses of now. They are signed and last 30 to 60 minutes; within half an hour they are the same, so that
 * browsers keep what they have. Players cannot send a token: see docs/decisions/0254.
 */
export function createAddresses({ clock, mediaAddressSecret: secret }: SigningCtx): Addresses {
  const expiresMs = (Math.floor(clock.now().getTime() / windowMs) + 2) * windowMs
  return {
    expiresAt: new Date(expiresMs),
    of: (subject, file) => {
      const signed = `${subject}.${(expiresMs / 1_000).toString(36)}`
      const access = `${signed}.${signatureOf(secret, signed)}`
      return endpointPath(media.file, { access, file })
    },
  }
}

/** Returns what a signed address opens; `undefined` for one that is forged, malformed or expired. */
export function readAccess(
  { clock, mediaAddressSecret: secret }: SigningCtx,
  access: string,
): AddressSubject | undefined {
  const { subject, expires, signature } =
    /^(?<subject>\w{30})\.(?<expires>[0-9a-z]{1,10})\.(?<signature>[\w-]{43})$/.exec(access)
      ?.groups ?? {}
  if (subject === undefined || expires === undefined || signature === undefined) return undefined
  const expected = signatureOf(secret, `${subject}.${expires}`)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
  if (Number.parseInt(expires, 36) * 1_000 <= clock.now().getTime()) return undefined
  const content = MediaContentId.safeParse(subject)
  if (content.success) return { kind: 'content', id: content.data }
  const medium = MediaId.safeParse(subject)
  return medium.success ? { kind: 'media', id: medium.data } : undefined
}

function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
