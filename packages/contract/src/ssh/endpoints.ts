import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { InstanceId } from '../core/ids.ts'
import { NewSshCertificate, SshCertificate } from './certificate.ts'
import { SshServer } from './ssh-server.ts'

const one = z.strictObject({ id: InstanceId })

export const ssh = {
  server: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/ssh-server',
    auth: 'member',
    scope: 'instances:read',
    title: 'Retrieve SSH server',
    summary:
      'Retrieve the host key of the SSH server inside a running instance, and the user name to sign in with',
    params: one,
    response: SshServer,
    errors: ['not_found', 'state_conflict', 'machine_offline', 'upstream_failed'],
    perMinute: 300,
  }),
  connect: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/ssh',
    audit: 'write',
    auth: 'public',
    scope: 'instances:write',
    title: 'Connect with SSH',
    summary:
      'Open a WebSocket to the SSH server inside an instance: first frame `{kind:"open", token}`, then SSH both ways, which Gridloom cannot decrypt. It admits your SSH keys',
    transport: 'websocket',
    params: one,
  }),
  certificate: endpoint({
    method: 'POST',
    path: '/api/ssh/certificates',
    auth: 'member',
    scope: 'instances:write',
    title: 'Create SSH certificate',
    summary:
      'Sign a public SSH key that opens your instances for some minutes. Connections with it end with the session or API key that asked for it',
    status: 201,
    body: NewSshCertificate,
    response: SshCertificate,
    errors: ['not_found'],
    perMinute: 60,
  }),
} as const
