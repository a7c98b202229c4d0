import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries.ts'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { loginProblem } from './login-problems.ts'
import { Notice } from './notice.tsx'

/** Explains why signing in with a provider failed, with a remedy. */
export function ProblemLanding({ word }: { word: string }) {
  const { auth } = useRuntime()
  const { title, text, remedy } = loginProblem(word)
  const providers = useQuery(configQuery(useClient())).data?.login_providers ?? []
  return (
    <Notice role="alert" title={title} text={text}>
      {remedy === 'again' &&
        providers.map(({ id, name }) => (
          <Button key={id} component="a" href={`/api/${id}/login`} variant="filled">
            Try {name} again
          </Button>
        ))}
      <Button onClick={() => auth.openLogin('login')}>Sign in another way</Button>
    </Notice>
  )
}
