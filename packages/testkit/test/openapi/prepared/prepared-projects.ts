import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** It takes a project. */
export const preparedProjects: PreparedCalls = {
  'budgets.project': created,
}

async function created({ person }: Site) {
  const { token, client } = await person()
  const params = { project: 'training' }
  await client.budgets.saveProject({ body: { name: params.project } })
  return { token, params }
}
