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
        <Panel title={t`Database role: connect as one that owns no table`}>
          <div className="grid gap-3">
            <p>
              <Trans>
                The audit log refuses changes, but the role that owns its table can take this protection away. While Twofold connects as
                that role, whoever breaks into Twofold could rewrite the log. A second role may use the tables and not change them.
              </Trans>
            </p>
            <ol className="list-decimal ps-6">
              <li>
                <Trans>On a database server of your own, make the role as a superuser. Here the tables belong to twofold:</Trans>
                <pre className="overflow-x-auto">
                  <code>{"CREATE ROLE twofold_app LOGIN PASSWORD '…';\nGRANT twofold_app TO twofold;"}</code>
                </pre>
              </li>
              <li>
                <Trans>Stop Twofold, then run this now and at each upgrade. It upgrades the tables as their owner:</Trans>
                <pre className="overflow-x-auto">
                  <code>DATABASE_URL=postgres://twofold:password@host:5432/twofold npm run migrate -- twofold_app</code>
                </pre>
              </li>
              <li>
                <Trans>Start Twofold with a DATABASE_URL that connects as twofold_app.</Trans>
              </li>
            </ol>
            <p>
              <Trans>
                The embedded database has one role only. There, export the audit log regularly to a place that Twofold cannot write to, and
                keep backups on another machine.
              </Trans>
            </p>
          </div>
        </Panel>
      </section>
    </AdminPage>
  )
}
