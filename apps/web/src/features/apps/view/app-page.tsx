import type { App } from '@gridloom/contract/apps/app'
import { AppName } from '@gridloom/contract/apps/app-container'
import { InstanceId } from '@gridloom/contract/core/ids'
import { Button } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAuth, useClient, useRuntime } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { WithSide } from '../../../ui/components/side-panel.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { appQuery } from '../api/app-queries.ts'
import { appCode } from '../app-code.ts'
import { AppDescription } from './app-description.tsx'
import { AppFacts } from './app-facts.tsx'
import { AppHead } from './app-head.tsx'
import styles from './app-page.module.css'
import { AppStartsTable } from './app-starts.tsx'

const LaunchDialog = lazyPart(
  async () => (await import('../launch/launch-dialog.tsx')).LaunchDialog,
)

const crumbs = [{ text: 'Apps', to: '/appStore' }]

/** `/appStore/{slug}`: an app, what it needs, how fast it starts, and its launch. */
export function AppPage() {
  const params: { slug?: string } = useParams({ strict: false })
  const slug = AppName.safeParse(params.slug)
  if (slug.success) return <ReadApp key={slug.data} slug={slug.data} />
  return (
    <Page title="App" crumbs={crumbs}>
      <div className={styles.frame}>
        <ErrorState title="App not found" error={slug.error} text="Its address is malformed." />
      </div>
    </Page>
  )
}

function ReadApp({ slug }: { slug: AppName }) {
  const app = useQuery(appQuery(useClient(), slug))
  if (app.data) return <AppScreen app={app.data} />
  return (
    <Page title="App" crumbs={crumbs}>
      {app.error ? (
        <div className={styles.frame}>
          <ErrorState
            title="The app could not be loaded"
            error={app.error}
            retry={() => void app.refetch()}
          />
        </div>
      ) : (
        <>
          <SkeletonBlock height={92} label="Loading the app" />
          <SkeletonBlock height={320} label="Loading its description" />
        </>
      )}
    </Page>
  )
}

function AppScreen({ app }: { app: App }) {
  const launch = useLaunchAddress(app)
  return (
    <Page
      title={app.name}
      crumbs={crumbs}
      actions={
        <>
          <AsCode actions={appCode(app)} />
          <Button variant="filled" leftSection={<IconRocket size={16} />} onClick={launch.open}>
            Launch
          </Button>
        </>
      }
    >
      <AppHead app={app} />
      <WithSide side={<AppFacts app={app} />}>
        <AppDescription app={app} />
        <AppStartsTable starts={app.starts} />
      </WithSide>
      <Suspense>
        {launch.isOpen && (
          <LaunchDialog
            app={app}
            instanceId={launch.instanceId}
            onLaunched={launch.showInstance}
            onRetry={launch.retry}
            onClose={launch.close}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** The dialog is in the URL: a sign-in returns to it, and a reload shows the same launch. */
function useLaunchAddress({ slug }: App) {
  const search: { launch?: unknown; instance?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { auth } = useRuntime()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const instance = InstanceId.safeParse(search.instance)
  const go = (to: { launch?: true; instance?: string }) =>
    void navigate({ to: '/appStore/$slug', params: { slug }, search: to })
  return {
    isOpen: isLoggedIn && (search.launch === true || instance.success),
    instanceId: instance.success ? instance.data : undefined,
    open() {
      if (!isLoggedIn) {
        auth.keepReturnPath(`/appStore/${slug}?launch=true`)
        auth.openLogin('login')
      }
      go({ launch: true })
    },
    showInstance: (id: InstanceId) => go({ instance: id }),
    retry: () => go({ launch: true }),
    close: () => go({}),
  }
}
