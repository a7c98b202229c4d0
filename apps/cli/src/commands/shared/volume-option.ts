import { VolumeMount } from '@gridloom/contract/volumes/mount'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

/** A volume as `--volume` names it. */
export interface WantedVolume {
  wanted: string
  path: string
  mode: VolumeMount['mode']
}

/** Adds one `NAME:PATH` or `NAME:PATH:ro` to those collected so far. */
export function collectVolume(text: string, before: readonly WantedVolume[] = []): WantedVolume[] {
  const [wanted = '', path = '', access, ...more] = text.split(':')
  const isKnown = access === undefined || access === 'ro' || access === 'rw'
  if (wanted === '' || !path.startsWith('/') || !isKnown || more.length > 0)
    throw new UsageError(`--volume must be NAME:PATH or NAME:PATH:ro, not "${text}".`)
  return [...before, { wanted, path, mode: access === 'ro' ? 'read_only' : 'read_write' }]
}

/** Finds the volumes that an order names. Throws NotFoundError, or UsageError for a path that cannot be one. */
export async function mountsOf(
  ctx: Ctx,
  volumes: readonly WantedVolume[] | undefined,
): Promise<VolumeMount[] | undefined> {
  if (volumes === undefined) return undefined
  const all = await ctx.client.volumes.list({ signal: ctx.signal })
  return volumes.map(({ wanted, path, mode }) => {
    const { id: volume_id } = chooseOne(all, wanted, 'volume')
    const mount = VolumeMount.safeParse({ volume_id, path, mode })
    if (mount.success) return mount.data
    throw new UsageError(`--volume ${path}: ${mount.error.issues[0]?.message ?? 'invalid path'}.`)
  })
}
