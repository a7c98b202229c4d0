import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import { pack } from 'tar-stream'
import { type AgentBundles, createAgentBundles } from '#features/installers/agent-bundles'
import type { FetchRuntime } from '#features/installers/fetch-runtime'
import type { Runtime } from '#features/installers/runtimes'

/** Bundles in their own folder, with a stand-in for npm's downloads. */
export interface TestBundles {
  bundles: AgentBundles
  /** The folder of bundles, agent files and the stand-in's archive. */
  folder: string
  bundlesFolder: string
  /** How often a runtime was fetched. */
  fetched(): number
  /** The same bundles as another process would build them. */
  again(changes?: {
    fetchRuntime?: FetchRuntime
    agentFolder?: string
    demandSpace?: () => Promise<void>
  }): AgentBundles
  [Symbol.asyncDispose](): Promise<void>
}

interface AgentBundlesOptions {
  /** The file that is packed as Node.js; a few bytes by default. */
  node?: string
  /** A script that is packed as Node.js, in place of a file. */
  nodeText?: string
  /** The agent's own files; stand-ins by default. */
  agentFolder?: string
  /** The integrity hash that the registry reports; the right one by default. */
  integrity?: string
  fetchRuntime?: FetchRuntime
}

export async function testBundles(options: AgentBundlesOptions = {}): Promise<TestBundles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-bundles-'))
  const agentFolder = options.agentFolder ?? (await writeAgentFiles(folder))
  const { nodeText = '#!/bin/sh\nexit 0\n' } = options
  const node = options.node ?? (await writeFileAt(folder, 'node', nodeText))
  const archive = await packageOf(node, path.join(folder, 'runtime.tgz'))
  const integrity = options.integrity ?? (await integrityOf(archive))
  let fetched = 0
  const fetchRuntime: FetchRuntime =
    options.fetchRuntime ??
    (async () => {
      fetched += 1
      return archive
    })
  const bundlesFolder = path.join(folder, 'bundles')
  const again: TestBundles['again'] = (changes = {}) =>
    createAgentBundles({
      folder: bundlesFolder,
      agentFolder,
      licenceFile: path.join(folder, 'runtime.tgz'),
      runtimes: sameForAll({ package: 'stand-in', version: '24.0.0', integrity }),
      fetchRuntime,
      demandSpace: async () => {},
      signal: new AbortController().signal,
      ...changes,
    })
  return {
    bundles: again(),
    folder,
    bundlesFolder,
    fetched: () => fetched,
    again,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function sameForAll(runtime: Runtime): Record<AgentPlatform, Runtime> {
  return {
    'linux-x64': runtime,
    'linux-arm64': runtime,
    'darwin-arm64': runtime,
    'darwin-x64': runtime,
    'win-x64': runtime,
  }
}

async function writeAgentFiles(folder: string): Promise<string> {
  const agentFolder = path.join(folder, 'agent')
  await writeFileAt(agentFolder, 'gridloom-agent.mjs', 'the agent')
  await writeFileAt(agentFolder, 'worker.mjs', 'its worker')
  await writeFileAt(agentFolder, 'gpu-worker.mjs', 'what measures GPUs')
  await writeFileAt(agentFolder, 'koffi/linux_x64/koffi.node', 'its native part')
  await writeFileAt(agentFolder, 'llama-worker.mjs', 'what runs a model')
  return agentFolder
}

async function writeFileAt(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text, { mode: 0o755 })
  return file
}

/** Packs a package like the registry's: the program, its licence, and an unneeded file. */
async function packageOf(node: string, out: string): Promise<string> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(out))
  tar.entry({ name: 'package/package.json' }, '{}')
  tar.entry({ name: 'package/LICENSE' }, 'the licence')
  const { size } = await stat(node)
  await pipeline(createReadStream(node), tar.entry({ name: 'package/bin/node', mode: 0o755, size }))
  tar.finalize()
  await written
  return out
}

async function integrityOf(file: string): Promise<string> {
  return `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`
}
