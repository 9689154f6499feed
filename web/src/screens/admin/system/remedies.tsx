import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/system/remedies')({
  component: RemediesScreen,
})

/** What health warns of and only somebody at the host can mend. */
function RemediesScreen() {
  const { t } = useLingui()
  return (
    <AdminPage title={t`Remedies`} crumbs={[{ label: t`System`, to: '/admin/system' }, { label: t`Remedies` }]}>
      <section id="transport">
        <Panel title={t`Connection: set up HTTPS`}>
          <div className="grid gap-3">
            <p>
              <Trans>
                Without TLS, everybody on the way between a browser and Twofold can read passwords, codes and sessions. Passkeys, the camera
                and the clipboard need HTTPS as well. Twofold does not end TLS itself: a reverse proxy such as Caddy or nginx in front of it
                does.
              </Trans>
            </p>
            <ol className="list-decimal ps-6">
              <li>
                <Trans>Let the proxy answer at your address with a certificate and pass requests on to Twofold.</Trans>
              </li>
              <li>
                <Trans>Start Twofold so that only the proxy reaches it, and knows its own address:</Trans>
                <pre className="overflow-x-auto">
                  <code>HOST=127.0.0.1 APP_URL=https://vault.example.org TRUSTED_PROXIES=127.0.0.1,::1 npm start</code>
                </pre>
              </li>
            </ol>
          </div>
        </Panel>
      </section>
      <section id="database-role">
        <Panel title={t`Database role: what one role means`}>
          <div className="grid gap-3">
            <p>
              <Trans>
                Twofold connects to PostgreSQL as the role that owns its tables, because that role also makes and changes them at an
                upgrade. The audit log refuses changes, but its owner could take this protection away: whoever breaks into the application
                could then rewrite it. The embedded database has one role as well. This version has no setting for a second role.
              </Trans>
            </p>
            <p>
              <Trans>
                Until then, keep what shows a change: export the audit log regularly to a place that Twofold cannot write to, and keep
                backups on another machine. On a database server of your own, never connect as a superuser.
              </Trans>
            </p>
          </div>
        </Panel>
      </section>
    </AdminPage>
  )
}
