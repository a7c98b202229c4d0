import { useEffect } from 'react'
import { useRuntime } from '../../api/runtime.tsx'
import { notifyConfirmed } from '../../shared/auth/other-tab.ts'
import { loginProblem } from './login-problems.ts'
import { Notice } from './notice.tsx'

/** Landing of a re-authentication with a provider: notifies the tab that asked, or shows why it failed. */
export function ConfirmLanding({ problem }: { problem: string | undefined }) {
  const { kept } = useRuntime()
  useEffect(() => {
    if (problem === undefined) notifyConfirmed(kept)
  }, [problem, kept])

  if (problem === undefined) {
    return (
      <Notice title="Identity confirmed" text="Return to your other tab. You can close this one." />
    )
  }
  const { title, text } = loginProblem(problem)
  return (
    <Notice
      role="alert"
      title={title}
      text={`${text} Close this tab and try again in the other one.`}
    />
  )
}
