import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { Sha256 } from '../core/values.ts'
import { AgentPlatform } from './agent-platform.ts'
import { ToolboxFacts, ToolboxPlatform } from './toolbox.ts'

const platform = z.strictObject({ platform: AgentPlatform })

const toolbox = z.strictObject({ platform: ToolboxPlatform })

const file = z.string()

/** The install scripts, agent bundles and toolboxes: outside `/api`, as users type these addresses. */
export const installers = {
  shellScript: endpoint({
    method: 'GET',
    path: '/install.sh',
    auth: 'public',
    title: 'Download shell installer',
    summary:
      'Install script for Linux and macOS: `curl -fsSL …/install.sh | sh`, with `GRIDLOOM_ENROLMENT_TOKEN` set',
    transport: 'file',
    response: file,
    perMinute: 60,
  }),
  powershellScript: endpoint({
    method: 'GET',
    path: '/install.ps1',
    auth: 'public',
    title: 'Download PowerShell installer',
    summary:
      'Install script for Windows: `& ([scriptblock]::Create((irm …/install.ps1))) -Token TOKEN`',
    transport: 'file',
    response: file,
    perMinute: 60,
  }),
  agentBundle: endpoint({
    method: 'GET',
    path: '/install/agent/{platform}',
    auth: 'public',
    title: 'Download agent bundle',
    summary:
      'Download the agent bundle (the agent with its own Node.js) as .tar.gz, or .zip for Windows; built at the first request',
    transport: 'file',
    files: ['application/gzip', 'application/zip'],
    params: platform,
    response: file,
    errors: ['agent_bundle_unavailable', 'storage_full'],
    perMinute: 30,
  }),
  agentSignature: endpoint({
    method: 'GET',
    path: '/install/agent/{platform}/signature',
    auth: 'public',
    title: 'Download agent signature',
    summary:
      'Download the signature of the agent bundle in base64: RSA with SHA-256, verified with the key in the install scripts',
    transport: 'file',
    params: platform,
    response: file,
    errors: ['agent_bundle_unavailable', 'storage_full'],
    perMinute: 60,
  }),
  toolbox: endpoint({
    method: 'GET',
    path: '/install/toolbox/{platform}',
    auth: 'public',
    title: 'Get toolbox',
    summary:
      'The toolbox of instances (programs for file transfer, git and SSH): version, size and signature of its archive. Agents read this',
    params: toolbox,
    response: ToolboxFacts,
    errors: ['toolbox_unavailable'],
    perMinute: 60,
  }),
  toolboxArchive: endpoint({
    method: 'GET',
    path: '/install/toolbox/{platform}/{sha256}',
    auth: 'public',
    title: 'Download toolbox',
    summary: 'Download the toolbox of instances as .tar.zst. Only the current version is available',
    transport: 'file',
    files: ['application/zstd'],
    params: toolbox.extend({ sha256: Sha256 }),
    response: file,
    errors: ['toolbox_unavailable', 'not_found'],
    perMinute: 30,
  }),
} as const
