import { type Answers, ok } from '../../lib/testing/fake-api.ts'
import { sampleId, someDetails } from '../../lib/testing/samples.ts'
import { renderApp } from './render-app.tsx'

/** The whole app at a path, for the operator. */
export function renderOperator(path: string, answers: Answers) {
  const details = someDetails({
    role: 'operator',
    account_id: sampleId('acc', 9),
    username: 'operator',
    email: 'operator@example.com',
  })
  return renderApp({ path, answers: { 'GET /api/user/details': ok(details), ...answers } })
}
