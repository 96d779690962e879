"""The enumerations of the core, as texts that equal their names. Written by tools/enums.py: do not edit.

>>> from santorini import Stage
>>> Stage.PLAY == "play", f"{Stage.PLAY}"
(True, 'play')
"""

from enum import StrEnum

__all__ = [
    "EffectKind",
    "EndReason",
    "RestrictionKind",
    "RuleSet",
    "Setting",
    "Stage",
    "StepKind",
    "WhyCode",
]


class RuleSet(StrEnum):
    """The rule set whose card texts are used.

    >>> from santorini import Game, RuleSet
    >>> Game().position.rules is RuleSet.PRINTED
    True
    """

    PRINTED = "printed"
    REVISED = "revised"
    AID = "aid"


class Stage(StrEnum):
    """The stage of a game: `play`, or a stage of the set-up.

    >>> from santorini import Game, Stage
    >>> Game().position.stage is Stage.PLACE
    True
    """

    PLAY = "play"
    OFFER = "offer"
    TAKE = "take"
    BEGIN = "begin"
    DECK = "deck"
    AIM = "aim"
    FATE = "fate"
    PLACE = "place"
    ABYSS = "abyss"
    RAM = "ram"
    DEAL = "deal"
    DISCARD = "discard"
    KEEP = "keep"


class EndReason(StrEnum):
    """Why a game ended; `none` while it goes on.

    >>> from santorini import Game, EndReason
    >>> Game().position.reason is EndReason.NONE
    True
    """

    NONE = "none"
    CLIMBED = "climbed"
    FELL = "fell"
    TOGETHER = "together"
    TOWERS = "towers"
    FATE = "fate"
    ABYSS = "abyss"
    STUCK = "stuck"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"
    TIME = "time"


class StepKind(StrEnum):
    """What a step does.

    >>> from santorini import Game, StepKind
    >>> Game().legal_steps[0].kind is StepKind.PLACE
    True
    """

    MOVE = "move"
    BUILD = "build"
    DOME = "dome"
    FORCE = "force"
    EXCHANGE = "exchange"
    UNBUILD = "unbuild"
    SLAY = "slay"
    TOKEN = "token"
    AIM = "aim"
    PLACE = "place"
    BIND = "bind"
    USE = "use"
    PASS = "pass"
    DONE = "done"
    CHANCE = "chance"
    OFFER = "offer"
    TAKE = "take"
    BEGIN = "begin"
    SECRET = "secret"
    DISCARD = "discard"


class EffectKind(StrEnum):
    """What happens on the board when a step is played.

    >>> from santorini import Game, EffectKind
    >>> game = Game.from_text("0000000000000000000000000/1/pan:b3,d3/athena[^]:c2,c4")
    >>> game.push("b3-b4 +b3").effects[1].kind is EffectKind.BUILD
    True
    """

    MOVE = "move"
    FORCE = "force"
    BUILD = "build"
    DOME = "dome"
    UNBUILD = "unbuild"
    REMOVE = "remove"
    PLACE = "place"
    TOKEN = "token"
    UNTOKEN = "untoken"
    CONFLICT = "conflict"
    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"


class Setting(StrEnum):
    """An option for a rule on which the sources differ.

    >>> from santorini import Game, Setting
    >>> Game(settings=["bga-start"]).position.settings == [Setting.BGA_START]
    True
    """

    CHAOS_ANY_DOME = "chaos-any-dome"
    TERPSICHORE_PASS = "terpsichore-pass"
    MEDUSA_IGNORES_LIMUS = "medusa-ignores-limus"
    BGA_START = "bga-start"


class WhyCode(StrEnum):
    """Why a step is not possible: the rule, or the card, that forbids it.

    >>> from santorini import Game, WhyCode
    >>> game = Game.from_text("0000000000000000000000000/1/pan:b3,d3/athena[^]:c2,c4")
    >>> game.why("b5", origin="b3")[0].code is WhyCode.FAR
    True
    """

    OVER = "over"
    STUCK = "stuck"
    NOT_YOUR_TURN = "not_your_turn"
    LUCK = "luck"
    SETUP = "setup"
    DOME = "dome"
    OCCUPIED = "occupied"
    FAR = "far"
    HIGH = "high"
    ITSELF = "itself"
    NOBODY = "nobody"
    NOT_YOURS = "not_yours"
    OTHER_WORKER = "other_worker"
    NO_WAY = "no_way"
    NOT_GROUND = "not_ground"
    NOT_BESIDE = "not_beside"
    REACTION = "reaction"
    RAM = "ram"
    NO_TURN = "no_turn"
    NOT_NOW = "not_now"
    ADDITIONAL = "additional"
    POWER = "power"
    SPENT = "spent"
    STOLEN = "stolen"
    NOT_HELD = "not_held"
    PUSHED = "pushed"
    BACK = "back"
    NOT_EDGE = "not_edge"
    SAME_SQUARE = "same_square"
    FIRST_SQUARE = "first_square"
    INTERIOR = "interior"
    BUILT_FIRST = "built_first"
    UNMOVED_ONLY = "unmoved_only"
    BESIDE_MOVER = "beside_mover"
    NO_PIECES = "no_pieces"
    PLACING = "placing"
    NO_ROOM = "no_room"
    FATE_EDGE = "fate_edge"
    OWN_CARD = "own_card"


class RestrictionKind(StrEnum):
    """What a card forbids or demands of a player.

    >>> from santorini import Game, RestrictionKind
    >>> game = Game.from_text("0000000000000000000000000/1/pan:b3,d3/athena[^]:c2,c4")
    >>> game.position.restrictions(1)[0].kind is RestrictionKind.NO_CLIMB
    True
    """

    NO_CLIMB = "no_climb"
    DESCENT_NONE = "descent_none"
    DESCENT_NOT_ONE = "descent_not_one"
    NO_WIN_PERIMETER = "no_win_perimeter"
    NO_WIN_AWAY = "no_win_away"
    NO_BUILD = "no_build"
    NO_BUILD_BLOCKS = "no_build_blocks"
    SLEEP = "sleep"
    BOUND = "bound"
    MUST_CLIMB = "must_climb"
    CARRY = "carry"
    COINS = "coins"
    WIND = "wind"
    WHIRL = "whirl"
    CLOSED_TOKEN = "closed_token"
    BIND = "bind"
