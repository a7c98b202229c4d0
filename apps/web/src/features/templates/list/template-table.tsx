import type { Template } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { defaultTemplateQuery } from '../../../shared/templates/api/template-queries.ts'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import { startsText } from '../../../shared/templates/template-words.ts'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { TemplateBadges } from '../actions/template-badges.tsx'
import { TemplateMenu } from '../actions/template-menu.tsx'
import { UseButton } from '../actions/use-button.tsx'
import type { ShownList } from './list-address.ts'
import styles from './templates.module.css'

const template: Column = { text: 'Template' }
const image: Column = { text: 'Image' }
const uses: Column = { text: 'Uses', align: 'number' }
const actions: Column = { text: 'Actions', head: 'hidden' }

const columns = {
  own: [template, image, uses, { text: 'Updated' }, actions],
  public: [template, image, uses, { text: 'Author' }, actions],
  predefined: [template, image, uses, actions],
} as const satisfies Record<ShownList, readonly Column[]>

interface TemplateTableProps {
  list: ShownList
  templates: readonly Template[]
  onTag: (tag: string) => void
}

/** Templates with what they run, how often they are used, and what can be done with them. */
export function TemplateTable({ list, templates, onTag }: TemplateTableProps) {
  const usual = useQuery(defaultTemplateQuery(useClient()))
  // Without it no template is marked as the default.
  useShownInPlace(usual.error)
  return (
    <Table label="Templates" columns={columns[list]}>
      {templates.map((one) => (
        <TemplateRow
          key={one.id}
          list={list}
          template={one}
          isDefault={one.id === usual.data?.id}
          onTag={onTag}
        />
      ))}
    </Table>
  )
}

interface TemplateRowProps extends Pick<TemplateTableProps, 'list' | 'onTag'> {
  template: Template
  isDefault: boolean
}

function TemplateRow({ list, template: shown, isDefault, onTag }: TemplateRowProps) {
  return (
    <tr>
      <RowHead>
        <Named template={shown} isDefault={isDefault} onTag={onTag} />
      </RowHead>
      <Cell label="Image" holds="words">
        <code className={styles.image}>{shown.image_path_with_tag}</code>
      </Cell>
      <Cell label="Uses" align="number">
        {formatCount(shown.uses)}
        <div className={styles.sub}>{startsText(shown) ?? 'New'}</div>
      </Cell>
      {list === 'own' && (
        <Cell label="Updated">
          {shown.updated_at === null ? '—' : <TimeAgo at={shown.updated_at} />}
        </Cell>
      )}
      {list === 'public' && <Cell label="Author">{shown.author ?? '—'}</Cell>}
      <Cell holds="buttons">
        <span className={styles.buttons}>
          <UseButton template={shown} look="row" />
          <TemplateMenu template={shown} isDefault={isDefault} />
        </span>
      </Cell>
    </tr>
  )
}

function Named({ template: shown, isDefault, onTag }: Omit<TemplateRowProps, 'list'>) {
  const { id, template_name: name, version, description, tags } = shown
  return (
    <div className={styles.named}>
      <TemplatePicture template={shown} />
      <div className={styles.words}>
        <div className={styles.title}>
          <Link to="/template/view/$id" params={{ id }} className={styles.name}>
            {name}
          </Link>
          <span className={styles.version}>v{version}</span>
          <TemplateBadges template={shown} isDefault={isDefault} />
        </div>
        {description !== '' && <div className={styles.text}>{description}</div>}
        {tags.length > 0 && (
          <div className={styles.tags}>
            {tags.map((tag) => (
              <button
                key={tag}
                type="button"
                className={styles.tag}
                aria-label={`Show templates tagged ${tag}`}
                onClick={() => onTag(tag)}
              >
                {tag}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
