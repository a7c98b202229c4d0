import type { Socket } from 'node:net'
import { Refused } from '@gridloom/contract/errors'
import type { ControlPlaneCalls } from '../../edge/calls.ts'
import { portAccessControl, tcpControl } from '../ports/index.ts'
import { acceptsSshKey, beginSshLogin, enterBySsh, readServerKeys } from '../ssh/index.ts'
import type { EdgeCtx } from './ctx.ts'

interface CallsOptions {
  ctx: EdgeCtx
  /** Hands a connection of a machine to the edge. */
  sendMachine(request: string, socket: Socket): void
  signal: AbortSignal
}

/** The calls that the control plane serves to its edge. */
export function controlPlaneCalls({ ctx, sendMachine, signal }: CallsOptions): ControlPlaneCalls {
  const ports = portAccessControl(ctx)
  return {
    acceptsSshKey: (credentials) => acceptsSshKey(ctx, credentials),
    async beginSshLogin(credentials) {
      const login = await beginSshLogin(ctx, credentials)
      if (login === null) return null
      const { id, instanceId, machineId, label, accountId } = login
      return { login: id, instanceId, machineId, label, accountId }
    },
    enterInstance: (login) => enterBySsh(ctx, login),
    async sshServerKeys(id) {
      const login = ctx.sshLogins.find(id)
      return login === undefined ? [] : readServerKeys(ctx, login, login.instanceId)
    },
    async endSshLogin(login, { received, sent }) {
      const ended = ctx.sshLogins.remove(login)
      if (ended === undefined) return
      const { instanceId, userId } = ended
      ctx.log.info(
        { event: 'ssh_login.ended', instanceId, userId, received, sent },
        'an SSH connection ended',
      )
    },
    async connectMachine(machineId, request) {
      try {
        sendMachine(request, await ctx.agents.edgeSocket(machineId, signal))
        return null
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return error.code
      }
    },
    admitToPort: (question) => ports.admit(question, signal),
    redeemSignIn: (redemption) => ports.redeem(redemption, signal),
    portsUsed: (instanceIds) => ports.used(instanceIds),
    tcpPorts: (of) => tcpControl(ctx).list(of),
    listeningPorts: (instanceId) => ports.listening(instanceId, signal),
  }
}
