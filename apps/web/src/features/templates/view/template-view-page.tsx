import { TemplateId } from '@gridloom/contract/core/ids'
import { type Template, TemplateCode } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { templateQuery } from '../../../shared/templates/api/template-queries.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { WithSide } from '../../../ui/components/side-panel.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { templateCode } from '../template-code.ts'
import { Readme } from './readme.tsx'
import { RunFacts } from './run-facts.tsx'
import { TemplateHead } from './template-head.tsx'
import styles from './view.module.css'
import { ViewActions } from './view-actions.tsx'

const crumbs = [{ text: 'Templates', to: '/template' }]

/** `/template/view/{id}`: a template, read only; `code` opens one that somebody shared. */
export function TemplateViewPage() {
  const params: { id?: string } = useParams({ strict: false })
  const search: { code?: unknown } = useSearch({ strict: false })
  const id = TemplateId.safeParse(params.id)
  const code = TemplateCode.safeParse(search.code).data
  if (id.success) return <ReadTemplate key={id.data} id={id.data} code={code} />
  return (
    <Page title="Template" crumbs={crumbs}>
      <div className={styles.frame}>
        <ErrorState title="Template not found" error={id.error} text="Its address is malformed." />
      </div>
    </Page>
  )
}

function ReadTemplate({ id, code }: { id: TemplateId; code: string | undefined }) {
  const template = useQuery(templateQuery(useClient(), id, code))
  if (template.data) return <TemplateScreen template={template.data} code={code} />
  return (
    <Page title="Template" crumbs={crumbs}>
      {template.error ? (
        <div className={styles.frame}>
          <ErrorState
            title="The template could not be loaded"
            error={template.error}
            retry={() => void template.refetch()}
          />
        </div>
      ) : (
        <>
          <SkeletonBlock height={92} label="Loading the template" />
          <SkeletonBlock height={320} label="Loading its settings" />
        </>
      )}
    </Page>
  )
}

interface TemplateScreenProps {
  template: Template
  code: string | undefined
}

function TemplateScreen({ template, code }: TemplateScreenProps) {
  const hasReadme = template.include_readme && template.template_description.trim() !== ''
  return (
    <Page
      title={template.template_name}
      crumbs={crumbs}
      actions={
        <>
          <AsCode actions={templateCode(template, code)} />
          <ViewActions template={template} code={code} />
        </>
      }
    >
      <TemplateHead template={template} />
      {hasReadme ? (
        <WithSide side={<RunFacts template={template} />}>
          <Readme text={template.template_description} />
        </WithSide>
      ) : (
        <RunFacts template={template} />
      )}
    </Page>
  )
}
