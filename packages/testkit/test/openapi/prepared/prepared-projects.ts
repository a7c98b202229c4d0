import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** They take a project. */
export const preparedProjects: PreparedCalls = {
  'budgets.archiveProject': created,
  'budgets.project': created,
  'budgets.changeProject': async (site) => ({
    ...(await created(site)),
    body: { amount_micro_usd: 1_000_000 },
  }),
  'budgets.removeProject': created,
}

async function created({ person }: Site) {
  const { token, client } = await person()
  const params = { project: 'training' }
  await client.budgets.saveProject({ body: { name: params.project } })
  return { token, params }
}
