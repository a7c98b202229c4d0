import path from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import { repeatOnChange } from '../../platform/repeat-on-change.ts'
import { readSshKeyFile } from '../../platform/ssh-key-file.ts'
import { markConnected } from '../instances/index.ts'
import { createSshMachines } from './create-ssh-machines.ts'
import type { SshCtx } from './ctx.ts'
import { endLapsedLogins } from './end-lapsed-logins.ts'
import { createOpenLogins } from './open-logins.ts'
import { sshRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The SSH keys of a user changed, or what they open; the subject is the user's id. */
    ssh_access: 'transient'
  }
}

/** Beside the host key. Certificates of a key that was replaced open nothing. */
const authorityFile = 'ssh-user-authority-ed25519-key.pem'
/** Several changes that follow each other are one check. */
const gatherMs = 200
/** For a change that was missed. */
const checkEveryMs = 10_000
/** Of the record that somebody is connected. */
const connectionsEveryMs = 20_000

/** Signing in to instances by SSH: who may, and for how long. The bytes are carried by the edge. */
export const sshFeature: Feature<
  SshCtx,
  Pick<SshCtx, 'sshLogins' | 'sshMachines' | 'sshAuthority' | 'auditSsh'>
> = {
  name: 'ssh',
  services: async ({ writesOf, ...parts }) => ({
    adapters: {
      sshLogins: createOpenLogins(),
      sshMachines: createSshMachines(parts),
      sshAuthority: await readSshKeyFile(path.join(parts.config.dataFolder, authorityFile)),
      auditSsh: (actor, event) => writesOf(actor, event).settleAudit(),
    },
  }),
  routes: (routes) => sshRoutes(routes),
  start: (ctx) =>
    repeatOnChange({
      clock: ctx.clock,
      changes: ctx.changes,
      on: ({ topic, subject }) =>
        topic === 'ssh_access' ||
        topic === 'account' ||
        topic === 'session' ||
        (topic === 'instance' && ctx.sshLogins.all().some((one) => one.instanceId === subject)),
      everyMs: checkEveryMs,
      gatherMs,
      work: () => endLapsedLogins(ctx),
      failed: (error) =>
        ctx.log.warn(
          { event: 'ssh_access.check_failed', err: error },
          'SSH logins were not checked',
        ),
    }),
  loops: [
    {
      name: 'SSH connections',
      everyMs: connectionsEveryMs,
      run: (ctx) =>
        markConnected(
          ctx,
          ctx.sshLogins.all().map(({ instanceId }) => instanceId),
        ),
    },
  ],
  topics: { ssh_access: {} },
  hooks: {
    'ssh_keys.changed': (_ctx, tx, { userId }) =>
      tx.publish({ topic: 'ssh_access', accountId: null, subject: userId, transient: true }),
  },
}
