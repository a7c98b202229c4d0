import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AgentPlatform } from './agent-platform.ts'

const platform = z.strictObject({ platform: AgentPlatform })

const file = z.string()

/** What a provider's machine fetches to become one: outside of `/api`, as people type these addresses. */
export const installers = {
  shellScript: endpoint({
    method: 'GET',
    path: '/install.sh',
    auth: 'public',
    summary:
      'Installs the agent on Linux and macOS: curl -fsSL …/install.sh | sh, with GRIDLOOM_ENROLMENT_TOKEN set',
    transport: 'file',
    response: file,
    perMinute: 60,
  }),
  powershellScript: endpoint({
    method: 'GET',
    path: '/install.ps1',
    auth: 'public',
    summary:
      'Installs the agent on Windows: & ([scriptblock]::Create((irm …/install.ps1))) -Token TOKEN',
    transport: 'file',
    response: file,
    perMinute: 60,
  }),
  agentPack: endpoint({
    method: 'GET',
    path: '/install/agent/{platform}',
    auth: 'public',
    summary:
      'The agent with its own Node.js, as .tar.gz (.zip for Windows); made at the first request',
    transport: 'file',
    params: platform,
    response: file,
    errors: ['agent_pack_unavailable', 'storage_full'],
    perMinute: 30,
  }),
  agentSignature: endpoint({
    method: 'GET',
    path: '/install/agent/{platform}/signature',
    auth: 'public',
    summary:
      'Signature of that archive in base64: RSA with SHA-256, by the key that stands in the install scripts',
    transport: 'file',
    params: platform,
    response: file,
    errors: ['agent_pack_unavailable', 'storage_full'],
    perMinute: 60,
  }),
} as const
