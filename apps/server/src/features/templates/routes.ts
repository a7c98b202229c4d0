import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listTemplates } from './list-templates.ts'
import { readTemplate } from './read-template.ts'

export function templateRoutes(routes: Routes<Ctx>): void {
  routes.on(api.templates.list, async () => [...listTemplates()])
  routes.on(api.templates.read, async (_ctx, { params }) => readTemplate(params.id))
}
