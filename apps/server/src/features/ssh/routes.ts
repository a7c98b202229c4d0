import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { connectBySsh } from './connect-by-ssh.ts'
import { createCertificate } from './create-certificate.ts'
import type { SshCtx } from './ctx.ts'
import { readSshServer } from './read-ssh-server.ts'

/** Mounts the `ssh` area of the contract. */
export function sshRoutes(routes: Routes<SshCtx>): void {
  const { ssh } = api
  routes.on(ssh.server, (ctx, { params }) => readSshServer(ctx, params.id))
  routes.on(ssh.certificate, (ctx, { body }) => createCertificate(ctx, body))
  routes.socket(ssh.connect, (socket, { params }, auth) => connectBySsh(socket, params.id, auth))
}
