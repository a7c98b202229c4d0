import { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { templateQuery } from '../../../shared/templates/api/template-queries.ts'
import { Page } from '../../../ui/components/page.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { useCopy } from '../actions/use-copy.ts'
import styles from './editor.module.css'
import { EditorScreen } from './editor-screen.tsx'
import { emptyTemplate } from './template-draft.ts'

const crumbs = [{ text: 'Templates', to: '/template' }]

/** `/template/{id}`: the editor of a template of one's own. */
export function TemplatePage() {
  const params: { id?: string } = useParams({ strict: false })
  const id = TemplateId.safeParse(params.id)
  if (id.success) return <ReadTemplate key={id.data} id={id.data} />
  return (
    <Page title="Template" crumbs={crumbs}>
      <div className={styles.frame}>
        <ErrorState title="Template not found" error={id.error} text="Its address is malformed." />
      </div>
    </Page>
  )
}

function ReadTemplate({ id }: { id: TemplateId }) {
  const template = useQuery(templateQuery(useClient(), id))
  const navigate = useNavigate()
  if (template.data?.access === 'own')
    return (
      <EditorScreen
        template={template.data}
        start={emptyTemplate}
        onCreated={(created) => void navigate({ to: '/template/$id', params: { id: created } })}
      />
    )
  return (
    <Page title={template.data?.template_name ?? 'Template'} crumbs={crumbs}>
      {template.data && <NotYours template={template.data} />}
      {template.error && !template.data && (
        <div className={styles.frame}>
          <ErrorState
            title="The template could not be loaded"
            error={template.error}
            retry={() => void template.refetch()}
          />
        </div>
      )}
      {template.isPending && (
        <>
          <SkeletonBlock height={280} label="Loading the template" />
          <SkeletonBlock height={360} label="Loading its settings" />
        </>
      )}
    </Page>
  )
}

function NotYours({ template }: { template: Template }) {
  const { id } = template
  const copy = useCopy()
  return (
    <div className={styles.frame}>
      <EmptyState
        title="Only its author can change this template"
        action={
          <span className={styles.buttons}>
            <Button variant="filled" loading={copy.isPending} onClick={() => copy.copy({ id })}>
              Copy to my templates
            </Button>
            <Button
              renderRoot={(props) => <Link {...props} to="/template/view/$id" params={{ id }} />}
            >
              View it
            </Button>
          </span>
        }
      >
        Copy it, and change the copy.
      </EmptyState>
    </div>
  )
}
