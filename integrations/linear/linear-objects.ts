import { z } from 'zod';
import type { ObjectKind } from '../../db/entities/work-item.js';
import { backLinkWithoutToken } from '../../src/issues/comments.js';
import type { IssueRef } from '../../src/issues/issue.js';
import type { IssueObject, ObjectKeeper } from '../../src/issues/tracker.js';
import { isRefused } from '../../src/issues/tracker-failure.js';
import { type LinearApi, linearFailure, nodes } from './linear-api.js';
import {
  ADD_CUSTOMER_REQUEST,
  BACK_LINKS,
  CHANGE_BACK_LINK,
  CHANGE_CUSTOMER_REQUEST,
  CUSTOMER_REQUEST_BY_CLIENT_ID,
  CUSTOMER_REQUESTS_ENABLED,
  CUSTOMERS_BY_DOMAIN,
  REMOVE_CUSTOMER_REQUEST,
} from './linear-documents.js';

const Id = z.object({ id: z.string() });
const Success = z.object({ success: z.literal(true) });
const BackLinks = z.object({
  issue: z.object({ attachments: nodes(Id.extend({ url: z.string() })) }),
});
const BackLinkChange = z.object({ attachmentUpdate: Success });
const Enabled = z.object({ organization: z.object({ customersEnabled: z.boolean() }) });
const Customers = z.object({ customers: nodes(Id) });
const Requests = z.object({ customerNeeds: nodes(Id) });
const RequestCreate = z.object({ customerNeedCreate: Success });
const RequestUpdate = z.object({ customerNeedUpdate: Success });
const RequestDelete = z.object({ customerNeedDelete: Success });

const OFF =
  'Customer requests are off in this Linear workspace: an admin switches them on, or they are not in its plan.';

/** Keeps the attachment with the link to our page, and customer requests ("needs" in Linear's API). */
export class LinearObjects implements ObjectKeeper {
  readonly kinds: readonly ObjectKind[] = ['back_link', 'customer_request'];
  readonly inDoubtMs: number;

  constructor(private readonly api: LinearApi) {
    this.inDoubtMs = api.options.inDoubtMs ?? 10_000;
  }

  async whyNot(kind: ObjectKind): Promise<string | undefined> {
    if (kind !== 'customer_request') return undefined;
    const { organization } = await this.api.request(Enabled, CUSTOMER_REQUESTS_ENABLED);
    return organization.customersEnabled ? undefined : OFF;
  }

  async add(issue: IssueRef, object: IssueObject): Promise<void> {
    if (object.kind === 'back_link') return this.showCounts(issue, object);
    if (object.kind !== 'customer_request') return;
    const { objectId: id, markdown: body, domain } = object;
    const customerId = domain && (await this.customerOf(domain));
    const issueId = issue.nativeId ?? issue.externalId;
    const input = { id, issueId, body, ...(customerId && { customerId }) };
    try {
      await this.write(RequestCreate, ADD_CUSTOMER_REQUEST, { input });
    } catch (error) {
      // Linear does not document its response to a repeated id: any refusal may mean that it exists.
      if (!isRefused(error) || !(await this.has(issue, object))) throw error;
    }
  }

  async has(_issue: IssueRef, { kind, objectId: id }: Pick<IssueObject, 'kind' | 'objectId'>) {
    if (kind !== 'customer_request') return false;
    const { customerNeeds } = await this.api.request(Requests, CUSTOMER_REQUEST_BY_CLIENT_ID, {
      id,
    });
    return customerNeeds.nodes.length > 0;
  }

  async change(issue: IssueRef, object: IssueObject): Promise<void> {
    if (object.kind === 'back_link') return this.showCounts(issue, object);
    if (object.kind !== 'customer_request') return;
    const { objectId: id, markdown: body } = object;
    await this.unlessGone(object, () =>
      this.write(RequestUpdate, CHANGE_CUSTOMER_REQUEST, { id, input: { body } }),
    );
  }

  async remove(object: Pick<IssueObject, 'kind' | 'objectId'>): Promise<void> {
    const { objectId: id } = object;
    await this.unlessGone(object, () => this.write(RequestDelete, REMOVE_CUSTOMER_REQUEST, { id }));
  }

  /** Updates the attachment that was created with the issue; if a user removed it, it is not created again. */
  private async showCounts(
    { nativeId, externalId }: IssueRef,
    { recommendationId, title, subtitle }: IssueObject<'back_link'>,
  ): Promise<void> {
    const { issue } = await this.api.request(BackLinks, BACK_LINKS, { id: nativeId ?? externalId });
    const page = backLinkWithoutToken(this.api.options.publicUrl, { recommendationId });
    const input = { title, subtitle, metadata: { recommendationId } };
    for (const { id, url } of issue.attachments.nodes) {
      if (url !== page && !url.startsWith(`${page}?`)) continue;
      await this.api.request(BackLinkChange, CHANGE_BACK_LINK, { id, input });
    }
  }

  /** The customer with this domain, if the workspace has one that we may see; never creates one. */
  private async customerOf(domain: string): Promise<string | undefined> {
    try {
      const { customers } = await this.api.request(Customers, CUSTOMERS_BY_DOMAIN, { domain });
      return customers.nodes[0]?.id;
    } catch (error) {
      if (isRefused(error)) return undefined;
      throw error;
    }
  }

  private async unlessGone(
    object: Pick<IssueObject, 'kind' | 'objectId'>,
    write: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (await this.has({ externalId: '' }, object)) throw error;
    }
  }

  private write<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.infer<T>> {
    return this.api.send(schema, document, variables).catch((error: unknown) => {
      throw linearFailure(error, this.api.options.teamKey, 'customer request');
    });
  }
}
