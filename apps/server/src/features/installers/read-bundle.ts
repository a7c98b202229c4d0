import { createReadStream } from 'node:fs'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import type { Download } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'

/** The agent bundle for a platform, as a download. @throws Refused agent_bundle_unavailable */
export async function readBundle(ctx: InstallersCtx, platform: AgentPlatform): Promise<Download> {
  const { path, fileName, bytes } = await ctx.agentBundles.bundleFor(platform)
  return {
    fileName,
    contentType: fileName.endsWith('.zip') ? 'application/zip' : 'application/gzip',
    bytes,
    pieces: createReadStream(path),
  }
}

/** The signature of a bundle in base64, with the key of this installation. @throws Refused agent_bundle_unavailable */
export async function readSignature(
  ctx: InstallersCtx,
  platform: AgentPlatform,
): Promise<Download> {
  const { path, fileName } = await ctx.agentBundles.bundleFor(platform)
  return {
    fileName: `${fileName}.sig`,
    contentType: 'text/plain; charset=utf-8',
    disposition: 'inline',
    pieces: onePiece(`${await ctx.bundleSigner.sign(path)}\n`),
  }
}

async function* onePiece(text: string): AsyncIterable<string> {
  yield text
}
