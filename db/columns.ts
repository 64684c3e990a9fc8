import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/** First part of every primary key: rows of two teams can never meet. */
export const TeamKey = (): PropertyDecorator => PrimaryColumn('text', { name: 'team_id' });

/** The resource's own id, unique within its team. */
export const Id = (): PropertyDecorator => PrimaryColumn('text');

/** An instant with the precision the API shows: milliseconds. */
export const Instant = (options: ColumnOptions = {}): PropertyDecorator =>
  Column('timestamptz', { precision: 3, ...options });

export const OptionalInstant = (): PropertyDecorator => Instant({ nullable: true });

export const OptionalText = (): PropertyDecorator => Column('text', { nullable: true });
