import type { Template } from '@gridloom/contract/templates/template'
import styles from './template-picture.module.css'

interface TemplatePictureProps {
  template: Pick<Template, 'template_name' | 'template_image'>
  size?: 'small' | 'medium' | 'large'
}

/** The picture of a template, or a mark with the initial of its name. Decorative: the name is shown beside it. */
export function TemplatePicture({ template, size = 'medium' }: TemplatePictureProps) {
  const { template_name: name, template_image: path } = template
  if (path !== null)
    return <img className={styles.picture} data-size={size} src={path} alt="" loading="lazy" />
  return (
    <span className={styles.picture} data-size={size} data-tint={tintOf(name)} aria-hidden>
      {initialOf(name)}
    </span>
  )
}

const tints = 5

/** The same name always has the same tint. */
function tintOf(name: string): number {
  return [...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % tints
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? 'T'
}
