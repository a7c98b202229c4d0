import { createReadStream } from 'node:fs'
import { Refused } from '@gridloom/contract/errors'
import type { ToolboxFacts, ToolboxPlatform } from '@gridloom/contract/installers/toolbox'
import type { Download } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'

/** The current toolbox for a platform, signed by the key of this installation. @throws Refused toolbox_unavailable */
export async function readToolbox(
  ctx: InstallersCtx,
  platform: ToolboxPlatform,
): Promise<ToolboxFacts> {
  const { sha256, bytes, path } = await ctx.toolboxes.toolboxFor(platform)
  return { sha256, bytes, signature: await ctx.bundleSigner.sign(path) }
}

/** The archive of the current toolbox. @throws Refused toolbox_unavailable; not_found if it has another hash */
export async function readToolboxArchive(
  ctx: InstallersCtx,
  { platform, sha256 }: { platform: ToolboxPlatform; sha256: string },
): Promise<Download> {
  const stored = await ctx.toolboxes.toolboxFor(platform)
  if (stored.sha256 !== sha256)
    throw new Refused('not_found', { details: { what: 'version of the toolbox' } })
  const { path, fileName, bytes } = stored
  return { fileName, contentType: 'application/zstd', bytes, pieces: createReadStream(path) }
}
