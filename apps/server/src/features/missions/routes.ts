import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { appealClaim } from './claims/appeal-claim.ts'
import { claimMission } from './claims/claim-mission.ts'
import { listMissionHistory, readMissions, startMission } from './claims/read-missions.ts'
import type { MissionsCtx } from './ctx.ts'
import { decideOnClaim, listClaims } from './operator/decide-claim.ts'
import { endMission } from './operator/end-mission.ts'
import { changeMissionSettings, readMissionSettings } from './operator/mission-settings.ts'
import { createMission, editMission, listMissions, readMission } from './operator/missions.ts'
import { publishMission } from './operator/publish-mission.ts'

/** Mounts the `missions` area of the contract. */
export function missionRoutes<C extends MissionsCtx>(routes: Routes<C>): void {
  const { missions } = api
  routes.on(missions.current, (ctx) => readMissions(ctx))
  routes.on(missions.history, (ctx, { query }) => listMissionHistory(ctx, query))
  routes.on(missions.claim, (ctx) => claimMission(ctx))
  routes.on(missions.start, (ctx, { params }) => startMission(ctx, params.id))
  routes.on(missions.appeal, (ctx, { params, body }) => appealClaim(ctx, params.id, body))
  routes.on(missions.list, (ctx) => listMissions(ctx))
  routes.on(missions.create, (ctx, { body }) => createMission(ctx, body))
  routes.on(missions.read, (ctx, { params }) => readMission(ctx, params.id))
  routes.on(missions.edit, (ctx, { params, body }) => editMission(ctx, params.id, body))
  routes.on(missions.publish, (ctx, { params }) => publishMission(ctx, params.id))
  routes.on(missions.end, (ctx, { params }) => endMission(ctx, params.id))
  routes.on(missions.claims, (ctx, { query }) => listClaims(ctx, query))
  routes.on(missions.decide, (ctx, { params, body }) => decideOnClaim(ctx, params.id, body))
  routes.on(missions.settings, (ctx) => readMissionSettings(ctx))
  routes.on(missions.changeSettings, (ctx, { body }) => changeMissionSettings(ctx, body))
}
