import type { Template } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface UseButtonProps {
  template: Pick<Template, 'id' | 'template_name'>
  /** `row`: one of many; `page`: what the page is for. */
  look: 'row' | 'page' | 'plain'
}

/** Opens the market with the template chosen and its filters set. */
export function UseButton({ template, look }: UseButtonProps) {
  const { id, template_name: name } = template
  return (
    <Button
      size={look === 'row' ? 'xs' : 'sm'}
      variant={variants[look]}
      aria-label={look === 'row' ? `Use ${name}` : undefined}
      renderRoot={(props) => <Link {...props} to="/instance" search={{ template: id }} />}
    >
      {look === 'row' ? 'Use' : 'Use this template'}
    </Button>
  )
}

const variants = { row: 'light', page: 'filled', plain: 'default' } as const
