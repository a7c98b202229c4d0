import { createReadStream } from 'node:fs'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import type { Download } from '../../platform/http/routes.ts'
import type { InstallersCtx } from './ctx.ts'

/** The agent's archive for a platform. @throws Refused agent_pack_unavailable */
export async function readPack(ctx: InstallersCtx, platform: AgentPlatform): Promise<Download> {
  const { path, fileName, bytes } = await ctx.agentPacks.packFor(platform)
  return {
    fileName,
    contentType: fileName.endsWith('.zip') ? 'application/zip' : 'application/gzip',
    bytes,
    pieces: createReadStream(path),
  }
}

/** Its signature in base64, by the installation's key. @throws Refused agent_pack_unavailable */
export async function readSignature(
  ctx: InstallersCtx,
  platform: AgentPlatform,
): Promise<Download> {
  const { path, fileName } = await ctx.agentPacks.packFor(platform)
  return {
    fileName: `${fileName}.sig`,
    contentType: 'text/plain; charset=utf-8',
    disposition: 'inline',
    pieces: onePiece(`${await ctx.packSigner.sign(path)}\n`),
  }
}

async function* onePiece(text: string): AsyncIterable<string> {
  yield text
}
