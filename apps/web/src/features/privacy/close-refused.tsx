import { ApiError } from '@gridloom/client/api-error'
import { Link } from '@tanstack/react-router'
import { describeError } from '../../ui/format/error-texts.ts'
import styles from './privacy.module.css'

/** The reason why the account cannot be deleted yet, with links to what must end first. */
export function CloseRefused({ error }: { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined
  return (
    <div className={styles.problem} role="alert">
      <p>{describeError(error).text}</p>
      {code === 'account_in_use' && (
        <p className={styles.ways}>
          <Link to="/instance/myinstance">Your instances</Link>
          <Link to="/machines">Your machines</Link>
        </p>
      )}
      {code === 'last_owner' && (
        <p className={styles.ways}>
          <Link to="/company">Your company</Link>
        </p>
      )}
    </div>
  )
}
