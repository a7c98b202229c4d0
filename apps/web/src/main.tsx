import './browser/strict-page.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './ui/design/tokens.css'
import './ui/design/print.css'
import { endpoints } from 'virtual:api-facts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime } from './api/runtime.tsx'
import { App } from './app/app.tsx'
import { nameReferrerOnSignIn } from './app/name-referrer-on-sign-in.ts'
import { createAppRouter } from './app/router.tsx'
import { readHosts } from './browser/page-hosts.ts'

const runtime = createRuntime({
  origin: location.origin,
  endpoints,
  hosts: readHosts(document),
  page: document,
  locks: navigator.locks,
})
const router = createAppRouter(runtime)
nameReferrerOnSignIn(runtime)
const root = document.getElementById('root')
if (root === null) throw new TypeError('index.html has no #root')

// As a transition, React renders in slices, so that the page answers to clicks and keys meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App runtime={runtime} router={router} />
    </StrictMode>,
  ),
)
