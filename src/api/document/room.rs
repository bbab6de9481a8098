//! The room of a page: how much of nested schemas it shows, so that it stays a page that a browser shows at once.

use std::cell::RefCell;
use std::rc::Rc;

use super::Manner;
use super::fields::{DRAFTED, MAX_DEPTH, Rows, mark};
use super::known::Schemas;
use super::located::{Located, Roots, roots_at};
use super::markup::markdown;
use super::repeats::{Alike, Nearest, Places};
use crate::api::schema::Schema;
use crate::api::{ApiDescription, part};
use crate::hash::tables::HashSet;
use crate::page::ast::Node;
use crate::page::heading::{FRAME_IDS, IdCounter};

/// No further row begins beyond this number of nodes, each of which is two or three elements of the page. Half of them
/// belong to what is sent, most of the others to what comes back; each side may use what the others leave.
const MAX_NODES: usize = 2_000;
/// Most rows that a page writes itself while something nested could have a file of its own: with all that stands in
/// them and around them, a page has fewer than 5,000 elements.
const MAX_ROWS: usize = 300;
/// How many nodes are as much as a row, where rows say much.
const NODES_OF_A_ROW: usize = 5;
/// Most nodes of the tree that is built only to see where each schema stands nearest to the top.
const MAX_SURVEYED: usize = 20_000;
/// Most nodes of a schema that has a file of its own, when what is below it can have files as well.
const MAX_PART_NODES: usize = 600;
/// Most nodes of one whose own fields alone are more than that.
const MOST_PART_NODES: usize = 4_000;
/// Fewer rows of a further level are not worth another try.
const LEAST_SPARE: usize = 16;
/// How often a page is built again because a schema has no room where it is nearest to the top.
const MOST_RETRIES: usize = 3;
/// Most objects of schemas that one page looks at.
const MAX_WORK: usize = 100_000;
/// How much of nested schemas a page shows.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// How deep the fields of schemas that have names may stand; deeper ones are in files of their own.
    deepest: usize,
    /// The same for those without a name.
    deepest_unnamed: usize,
    pub(super) repeats: Repeats,
    /// Whether the members of choices have files of their own, however near to the top.
    pub(super) are_members_apart: bool,
    /// The same for whole bodies and responses.
    pub(super) wholes: Wholes,
}

/// Which bodies and responses have files of their own.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wholes {
    Here,
    /// Those that have no room behind the ones before them.
    WhenFull,
    Apart,
}

impl Form {
    /// The depth from which schemas with a name are in files of their own.
    pub(super) fn first_apart(&self) -> usize {
        self.deepest + 1
    }

    /// The same for those without a name.
    pub(super) fn first_unnamed_apart(&self) -> usize {
        self.deepest_unnamed + 1
    }
}

/// Whether a schema that has a name is shown wherever it is used.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Repeats {
    Everywhere,
    /// Once on a page, where it is nearest to the top; other places lead there.
    Linked,
}

/// The sides of a page, which do not take each other's room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// What is sent.
    Request,
    /// What comes back.
    Response,
    /// What comes back when it did not go well, and what is called later: it has the room that the others leave.
    Rest,
}

pub(super) const SIDES: usize = 3;
/// Eighths of the room that each side has in any case.
const SURE: [usize; SIDES] = [4, 3, 1];
const EIGHTHS: usize = 8;

/// What one side of a page may use, and has used.
#[derive(Clone, Copy)]
pub(super) struct Share {
    form: Form,
    limit: Limit,
    nodes: usize,
    rows: usize,
}

/// How much one side of a page may be.
#[derive(Clone, Copy)]
struct Limit {
    /// No row begins beyond this number of nodes.
    nodes: usize,
    /// Beyond this number of rows, what can have a file of its own has one.
    rows: usize,
}

impl Limit {
    const WHOLE: Self = Self { nodes: MAX_NODES, rows: MAX_ROWS };

    /// What a side may use beside what the others use.
    fn of(side: usize, used: &[Share; SIDES]) -> Self {
        let sure = |side: usize, of: usize| of * SURE[side] / EIGHTHS;
        let left = |most: usize, size: &dyn Fn(&Share) -> usize| {
            let claim = |other: usize| match other == Part::Rest as usize {
                true => size(&used[other]).min(sure(other, most)),
                false => size(&used[other]),
            };
            let others = (0..SIDES).filter(|other| *other != side).map(claim).sum();
            most.saturating_sub(others).max(sure(side, most))
        };
        Self { nodes: left(MAX_NODES, &|share| share.nodes), rows: left(MAX_ROWS, &Share::size) }
    }
}

impl Share {
    fn is_full(&self) -> bool {
        self.nodes >= self.limit.nodes
    }

    /// How large it is, in rows.
    fn size(&self) -> usize {
        self.rows.max(self.nodes / NODES_OF_A_ROW)
    }
}

/// The forms of a page, until one fits: the deepest levels go first. Before schemas with a name are left out of the first
/// level, the levels without one are that are below them: what a list is of stands on its page.
const FORMS: [Form; 21] = [
    Form { repeats: Repeats::Everywhere, ..linked(MAX_DEPTH) },
    linked(MAX_DEPTH),
    linked(10),
    linked(8),
    linked(6),
    linked(5),
    linked(4),
    linked(3),
    linked(2),
    linked(1),
    Form { deepest_unnamed: 4, ..linked(1) },
    Form { deepest_unnamed: 2, ..linked(1) },
    Form { deepest_unnamed: 1, ..linked(1) },
    linked(0),
    flat(4),
    flat(2),
    flat(1),
    flat(0),
    Form { are_members_apart: true, ..flat(0) },
    Form { are_members_apart: true, wholes: Wholes::WhenFull, ..flat(0) },
    Form { are_members_apart: true, wholes: Wholes::Apart, ..flat(0) },
];
/// The forms of a schema that has a file of its own, by their numbers, each with the number of nodes that it may have.
/// What is below it has files of its own as well, so these stay small, and there is no need to look for more room.
const FORMS_OF_PARTS: [(usize, usize); 9] = [
    (1, MAX_PART_NODES),
    (6, MAX_PART_NODES),
    (8, MAX_PART_NODES),
    (9, MAX_PART_NODES),
    (FORM_WITHOUT_NAMED, MAX_PART_NODES),
    (15, MAX_PART_NODES),
    (16, MAX_PART_NODES),
    (FORM_OF_FIELDS, MAX_NODES),
    (18, MOST_PART_NODES),
];
/// How many of these show something of what has a name.
const PARTS_WITH_NAMED: usize = 4;
/// The form of what is too much work to be tried level by level.
const FORM_OF_FLOODS: usize = 9;
/// The form that shows nothing of what has a name.
const FORM_WITHOUT_NAMED: usize = 13;
/// The form that shows nothing below the fields at the top.
const FORM_OF_FIELDS: usize = 17;
/// The last form that a page takes for its rows alone, when it has room for its nodes.
const LAST_FORM_OF_ROWS: usize = 19;

const fn linked(deepest: usize) -> Form {
    Form {
        deepest,
        deepest_unnamed: MAX_DEPTH,
        repeats: Repeats::Linked,
        are_members_apart: false,
        wholes: Wholes::Here,
    }
}

const fn flat(deepest_unnamed: usize) -> Form {
    Form { deepest_unnamed, ..linked(0) }
}

/// What all tries of a page share.
type Shared<'a> = (Rc<RefCell<Located<'a>>>, Rc<RefCell<Schemas<'a>>>);

fn shared<'a>(description: &'a ApiDescription, roots: Roots<'a>, is_joined: bool) -> Shared<'a> {
    let located = Located::new(description, roots, is_joined);
    (Rc::new(RefCell::new(located)), Rc::new(RefCell::new(Schemas::new(description))))
}

impl<'a> Rows<'a> {
    /// Builds a page: at full depth when that fits, else with each schema once, else as deep as all of it can be shown
    /// alike. What stands at its `head` is on it in any case. The second value tells whether something is left out.
    pub(super) fn fitted(
        description: &'a ApiDescription,
        manner: Manner<'a>,
        (roots, mut head): (Roots<'a>, Vec<Node>),
        build: &dyn Fn(&mut Rows<'a>) -> Vec<Node>,
    ) -> (Vec<Node>, bool) {
        let shared = shared(description, roots, false);
        let about = (description, manner, &shared);
        let mut forms = [0; SIDES];
        let mut limits = [Limit::WHOLE; SIDES];
        let mut nearest: Option<Nearest<'a>> = None;
        let mut retries = MOST_RETRIES;
        // Sides that even without any nested field are too large.
        let mut is_hopeless = [false; SIDES];
        // Most pages fit as they are. The others are counted in one form after another, and built in the one that is
        // right.
        let mut is_draft = false;
        // Rows of the next level that the page in this form has room for, and how large it is without them.
        let (mut spare, mut bare) = (0, 0);
        loop {
            let places = Places::new(nearest.clone().unwrap_or_default());
            let mut rows = Self::empty(about, is_draft, forms, limits, places);
            rows.spare = spare;
            rows.count(&head);
            let mut nodes = build(&mut rows);
            let lost = rows.settle(&mut nodes);
            if !lost.is_empty() && retries > 0 {
                // What has no room where it is nearest to the top is shown where it is met.
                retries -= 1;
                nearest.iter_mut().for_each(|nearest| nearest.retain(|name, _| !lost.contains(name)));
                continue;
            }
            let used = rows.shares;
            let is_flood = rows.work >= MAX_WORK;
            // One side that was stopped is not on the page as a whole, although the others have become smaller since.
            let is_stopped = used.iter().any(Share::is_full);
            let is_whole = !is_stopped && used.iter().map(|share| share.nodes).sum::<usize>() < MAX_NODES;
            if !is_flood && is_whole && used.iter().map(Share::size).sum::<usize>() <= MAX_ROWS {
                if std::mem::take(&mut is_draft) {
                    (spare, bare) = (spare_rows(&used), used.iter().map(Share::size).sum());
                    // What had to be small beside larger ones has the room that these have left.
                    for (side, limit) in limits.iter_mut().enumerate() {
                        limit.nodes = limit.nodes.max(Limit::of(side, &used).nodes);
                    }
                    continue;
                }
                head.append(&mut nodes);
                return (head, rows.cut);
            }
            if spare > 0 {
                // Those of the next level were larger than the others: as many as fit when all are like these.
                let more = used.iter().map(Share::size).sum::<usize>().saturating_sub(bare).max(1);
                let fitting = spare * MAX_ROWS.saturating_sub(bare) / more;
                spare = if spare < LEAST_SPARE { 0 } else { fitting.clamp(spare / 2, spare * 7 / 8) };
                continue;
            }
            let mut is_endless = is_flood;
            if nearest.is_none() {
                let try_out = |form: usize, most: [usize; SIDES], places: Places<'a>| {
                    let most = most.map(|nodes| Limit { nodes, rows: MAX_ROWS });
                    let mut rows = Self::empty(about, true, [form; SIDES], most, places);
                    rows.count(&head);
                    build(&mut rows);
                    rows
                };
                let flat = try_out(FORMS.len() - 1, [MAX_NODES; SIDES], Places::new(Nearest::new()));
                is_hopeless = flat.shares.map(|share| share.is_full());
                let most = is_hopeless.map(|is_hopeless| if is_hopeless { MAX_NODES } else { MAX_SURVEYED });
                let survey = try_out(1, most, Places::survey());
                is_endless = survey.work >= MAX_WORK;
                nearest = Some(survey.places.nearest());
            }
            let mut is_smaller = false;
            let before = limits;
            for side in 0..SIDES {
                let allowed = Limit::of(side, &used);
                let is_over = is_flood || used[side].nodes >= allowed.nodes.min(limits[side].nodes);
                let is_wide = used[side].size() > allowed.rows;
                let last = if is_over { FORMS.len() - 1 } else { LAST_FORM_OF_ROWS };
                if (is_over || is_wide) && forms[side] < last {
                    let next = forms[side] + 1;
                    forms[side] = match (is_hopeless[side], is_endless) {
                        (true, _) => FORMS.len() - 1,
                        (false, true) if next > FORM_WITHOUT_NAMED => next.max(FORM_OF_FIELDS),
                        (false, true) if next > FORM_OF_FLOODS => FORM_WITHOUT_NAMED,
                        (false, true) => FORM_OF_FLOODS,
                        (false, false) => next,
                    };
                    is_smaller = true;
                }
                limits[side] = allowed;
            }
            if !is_smaller {
                if std::mem::take(&mut is_draft) {
                    limits = before;
                    continue;
                }
                head.append(&mut nodes);
                return (head, rows.cut);
            }
            is_draft = true;
        }
    }

    /// Builds the page of one schema: as [`Rows::fitted`], with less of what can be found elsewhere.
    pub(super) fn fitted_part(
        description: &'a ApiDescription,
        manner: Manner<'a>,
        root: &str,
        build: &dyn Fn(&mut Rows<'a>) -> Vec<Node>,
    ) -> (Vec<Node>, bool) {
        let roots = roots_at(description, root);
        // Those below a schema that is said in several places are not.
        let is_joined = part::split(root).nth(1).is_some();
        let shared = shared(description, roots, is_joined);
        let about = (description, manner, &shared);
        let attempt = |(form, nodes): (usize, usize), is_draft: bool| {
            let places = Places::new(Nearest::new());
            let limit = Limit { nodes, rows: usize::MAX };
            let mut rows = Self::empty(about, is_draft, [form; SIDES], [limit; SIDES], places);
            let mut nodes = build(&mut rows);
            rows.settle(&mut nodes);
            let used = rows.shares.iter().map(|share| share.nodes).max().unwrap_or_default();
            let fits = rows.work < MAX_WORK && rows.shares.iter().all(|share| !share.is_full());
            (nodes, rows.cut, fits, used)
        };
        let fits = |form: &&(usize, usize)| matches!(attempt(**form, true), (_, _, true, _));
        let built = |form: &(usize, usize)| {
            let (nodes, cut, ..) = attempt(*form, false);
            (nodes, cut)
        };
        // With nothing of what is below it: most that are large are so by themselves, and need no other try.
        let (flat, smaller) = FORMS_OF_PARTS.split_at(PARTS_WITH_NAMED + 1);
        let last = flat.last().copied().map(|form| attempt(form, false));
        if let Some((nodes, cut, true, used)) = last {
            let mut larger = flat.iter().take(PARTS_WITH_NAMED);
            let best = if used > MAX_PART_NODES / 2 { None } else { larger.find(fits) };
            return best.map_or((nodes, cut), built);
        }
        smaller.iter().find(fits).or(smaller.last()).map_or((Vec::new(), true), built)
    }

    fn empty(
        (description, manner, shared): (&'a ApiDescription, Manner<'a>, &Shared<'a>),
        is_draft: bool,
        forms: [usize; SIDES],
        limits: [Limit; SIDES],
        places: Places<'a>,
    ) -> Self {
        let mut ids = IdCounter::default();
        let mut anchors = HashSet::new();
        if is_draft {
            anchors.insert(DRAFTED.to_owned());
        } else {
            // A field `content` of a body is not the frame of the page, `example` of a response not the example of it.
            FRAME_IDS.iter().chain(&["response-example"]).for_each(|id| ids.reserve(id));
        }
        let share = |side: usize| Share {
            form: FORMS.get(forms[side]).copied().unwrap_or(flat(0)),
            limit: limits[side],
            nodes: 0,
            rows: 0,
        };
        let shares = [share(0), share(1), share(2)];
        Rows {
            description,
            settings: manner.settings,
            words: manner.words,
            part: Part::Request,
            shares,
            spare: 0,
            work: 0,
            places,
            located: Rc::clone(&shared.0),
            schemas: Rc::clone(&shared.1),
            is_draft,
            ids,
            anchors,
            cut: false,
        }
    }

    /// What follows is on this side of the page.
    pub(super) fn begin(&mut self, part: Part) {
        self.part = part;
    }

    fn share(&mut self) -> &mut Share {
        &mut self.shares[self.part as usize]
    }

    /// How much of nested schemas this side shows.
    pub(super) fn form(&self) -> Form {
        self.shares[self.part as usize].form
    }

    pub(super) fn use_nodes(&mut self, count: usize) {
        self.share().nodes += count;
    }

    /// Counts a row, or what stands in place of some.
    pub(super) fn use_row(&mut self) {
        self.use_nodes(1);
        self.share().rows += 1;
    }

    /// Whether a whole body or response is in a file of its own.
    pub(super) fn is_whole_apart(&self, schema: &Schema<'a>) -> bool {
        let share = &self.shares[self.part as usize];
        match share.form.wholes {
            Wholes::Here => false,
            Wholes::WhenFull => share.size() + schema.properties.len() > share.limit.rows,
            Wholes::Apart => true,
        }
    }

    /// Whether a schema that this form has no room for is shown all the same, with its own fields alone: some of the
    /// level behind the last one are, in the order of the page, while there is room for all of one.
    pub(super) fn takes_spare(&mut self, schema: &Schema<'a>, alike: Alike, depth: usize) -> bool {
        let form = self.form();
        // Lists count twice.
        let next = form.first_apart() + usize::from(matches!(alike, Alike::Items));
        let rows = schema.properties.len();
        let is_plain = schema.choices.is_empty() && schema.keyword("discriminator").is_none() && rows > 0;
        let fits = is_plain && depth <= next && form.deepest_unnamed == MAX_DEPTH && rows <= self.spare;
        self.spare -= if fits { rows } else { 0 };
        fits
    }

    /// Counts nodes that were built elsewhere.
    pub(super) fn count(&mut self, nodes: &[Node]) {
        self.use_nodes(nodes.iter().map(size).sum());
    }

    /// A description, counted.
    pub(super) fn text_of(&mut self, description: &str) -> Node {
        self.use_nodes(1);
        if self.is_draft { mark() } else { markdown(description) }
    }

    /// A node, counted.
    pub(super) fn counted(&mut self, node: Node) -> Node {
        self.use_nodes(size(&node));
        node
    }

    /// Notes that something was left out.
    pub(super) fn note_cut(&mut self) {
        self.cut = true;
    }

    /// Whether there is room for rows at this depth.
    pub(super) fn has_room(&mut self, depth: usize) -> bool {
        let share = self.share();
        let fits = depth <= share.form.deepest_unnamed && !share.is_full() && self.work < MAX_WORK;
        self.cut |= !fits;
        fits
    }
}

/// How many rows of the level behind the last one a page of this size has room for, when they are like the others.
fn spare_rows(used: &[Share; SIDES]) -> usize {
    let [nodes, rows] =
        [used.iter().map(|share| share.nodes).sum(), used.iter().map(|share| share.rows).sum()];
    let usual: usize = nodes / usize::max(rows, 1) + 1;
    let left = MAX_ROWS.saturating_sub(used.iter().map(Share::size).sum());
    left * NODES_OF_A_ROW / usual.max(NODES_OF_A_ROW)
}

/// The number of nodes in a tree.
pub(super) fn size(node: &Node) -> usize {
    1 + node.children.iter().map(size).sum::<usize>()
}
