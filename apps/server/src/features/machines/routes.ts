import { api } from '@gridloom/contract/api'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { makeChallenge } from '../agents/index.ts'
import { changeMachine } from './change-machine.ts'
import { createEnrolmentToken } from './create-enrolment-token.ts'
import type { MachinesCtx } from './ctx.ts'
import { enrolMachine } from './enrol-machine.ts'
import { readFingerprintSalt } from './installation-salt.ts'
import { listMachines, readMachine } from './list-machines.ts'
import { measureMachine } from './measure-machine.ts'
import { removeMachine } from './remove-machine.ts'

/** Mounts the `machines` area of the contract, except `machines.connect`, which is the gateway's upgrade. */
export function machineRoutes(
  routes: Routes<MachinesCtx>,
  all: Pick<AllFeatures, 'runHooks'>,
): void {
  const { machines } = api
  routes.on(machines.list, async (ctx) => listMachines(ctx))
  routes.on(machines.read, async (ctx, { params }) => readMachine(ctx, params.id))
  routes.on(machines.change, async (ctx, { params, body }) => changeMachine(ctx, params.id, body))
  routes.on(machines.remove, async (ctx, { params }) => {
    await removeMachine(ctx, params.id)
    return {}
  })
  routes.on(machines.measure, async (ctx, { params }) => {
    await measureMachine(ctx, params.id)
    return {}
  })
  routes.on(machines.createEnrolmentToken, async (ctx) => createEnrolmentToken(ctx))
  routes.on(machines.enrol, async (ctx, { body }) => enrolMachine(ctx, body, all))
  routes.on(machines.fingerprintSalt, async (ctx) => readFingerprintSalt(ctx))
  routes.on(machines.challenge, async (ctx, { body }) => makeChallenge(ctx, body.machine_id))
}
