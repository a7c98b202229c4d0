import { useEffect } from 'react'
import { useRuntime } from '../../api/runtime.tsx'
import { notifyConfirmed } from '../../shared/auth/other-tab.ts'
import { loginProblem } from './login-problems.ts'
import { Notice } from './notice.tsx'

/** The provider was to confirm who sits here: the tab that asked goes on by itself, or asks again. */
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
