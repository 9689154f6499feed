import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HttpsSteps } from '../../../admin/system/HttpsSteps.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { CommandText } from '../../../ui/CommandText.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/system/remedies')({
  component: RemediesScreen,
})

/** Health warnings that only an operator of the host can resolve. */
function RemediesScreen() {
  const { t } = useLingui()
  return (
    <AdminPage title={t`Remedies`} crumbs={[{ label: t`System`, to: '/admin/system' }, { label: t`Remedies` }]}>
      <section id="transport">
        <Panel title={t`Connection: set up HTTPS`}>
          <HttpsSteps />
        </Panel>
      </section>
      <section id="database-role">
        <Panel title={t`Database role: connect as one that owns no table`}>
          <div className="grid gap-3">
            <p>
              <Trans>
                The audit log refuses changes, but the role that owns its table can take this protection away. While Twofold connects as
                that role, anyone who breaks into Twofold could rewrite the log. A second role may use the tables and not change them.
              </Trans>
            </p>
            <ol className="grid list-decimal gap-3 ps-6">
              <li>
                <Trans>On a database server of your own, make the role as a superuser. Here the tables belong to twofold:</Trans>
                <CommandText>{"CREATE ROLE twofold_app LOGIN PASSWORD '…';\nGRANT twofold_app TO twofold;"}</CommandText>
              </li>
              <li>
                <Trans>Stop Twofold, then run this now and at each upgrade. It upgrades the tables as their owner:</Trans>
                <CommandText>DATABASE_URL=postgres://twofold:password@host:5432/twofold npm run migrate -- twofold_app</CommandText>
              </li>
              <li>
                <Trans>Start Twofold with a DATABASE_URL that connects as twofold_app.</Trans>
              </li>
            </ol>
            <p>
              <Trans>
                The embedded database has both roles by itself. On any database, export the audit log regularly to a place that Twofold
                cannot write to: anyone with access to the host has the owner's password, too.
              </Trans>
            </p>
          </div>
        </Panel>
      </section>
      <section id="audit">
        <Panel title={t`Audit log: find out what was changed`}>
          <div className="grid gap-3">
            <p>
              <Trans>
                Each row of the audit log is linked to the row before it by a hash, and the chain is signed every five minutes. A break
                means that somebody with access to the database or its files changed, removed or added rows. Rows before the break are
                intact.
              </Trans>
            </p>
            <ol className="grid list-decimal gap-3 ps-6">
              <li>
                <Trans>Verify again on the host, and note the row it names:</Trans>
                <CommandText>npm run audit -- verify</CommandText>
              </li>
              <li>
                <Trans>Verify the last export that you kept elsewhere, and compare its rows with the log:</Trans>
                <CommandText>npm run audit -- verify audit.csv --fingerprint SHA256:…</CommandText>
              </li>
              <li>
                <Trans>
                  Find out who had access to the database: its roles and passwords, the host, and backups. Change what they may have had,
                  the root key among it.
                </Trans>
              </li>
              <li>
                <Trans>Restore the newest backup from before the break, if you want the whole log back.</Trans>
              </li>
            </ol>
            <p>
              <Trans>If rows wait to be linked for long, start a process with the role worker. It links them within seconds.</Trans>
            </p>
          </div>
        </Panel>
      </section>
    </AdminPage>
  )
}
